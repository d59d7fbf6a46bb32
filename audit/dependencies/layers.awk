# Usage: awk -f layers.awk layers.txt FILE...
# Prints an error for every label or #include in a component that names another component which
# is not below it in layers.txt.  Prints an error for every component that is not in layers.txt.

FILENAME == ARGV[1] {
  if ($0 !~ /^#/) for (i = 1; i <= NF; ++i) layer[$i] = FNR
  next
}

FNR == 1 {
  component = FILENAME
  if (!sub(/\/.*/, "", component)) nextfile  # a file in the root of the workspace
  if (!(component in layer)) {
    print FILENAME ": " component " is missing in layers.txt"
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
