# Usage: awk -f layers.awk layers.txt FILE...
# Complains of every label and #include that leads from a component to one that
# does not stand below it in layers.txt, and of components that do not stand there.

FILENAME == ARGV[1] {
  if ($0 !~ /^#/) for (i = 1; i <= NF; ++i) layer[$i] = FNR
  next
}

FNR == 1 {
  component = FILENAME
  if (!sub(/\/.*/, "", component)) nextfile  # at the top of the workspace
  if (!(component in layer)) {
    print FILENAME ": " component " has no layer"
    bad = 1
    nextfile
  }
}

/^ *#/ && !/^ *# *include/ || /^ *\/\// || /__(pkg|subpackages)__/ { next }

{
  line = $0
  while (match(line, /"(\/\/|@teeko\/\/)[a-z_]+|#include "(teeko\/)?[a-z_]+\//)) {
    target = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    gsub(/.*"|@teeko|teeko\/|\//, "", target)
    if (!(target in layer) || target == component) continue
    if (layer[target] <= layer[component]) {
      print FILENAME ":" FNR ": " component " may not depend on " target
      bad = 1
    }
  }
}

END { exit bad }
