# Usage: awk -f exports.awk HEADER...
# Writes what a shared library exports: the classes and functions that these headers, as
# clang-format leaves them, declare in namespaces.

BEGIN { print "{\n  global:\n    extern \"C++\" {" }
END { print "    };\n  local: *;\n};" }

/^namespace .* {/ { scope = $2 "::" }
/^(class|struct) [A-Za-z]+ {/ { print "      " scope $2 "::*;" }
/^(absl|std|[A-Z]|int|bool|uint64_t|void)[A-Za-z0-9_:<>, *&]* [A-Za-z]+\(/ {
  sub(/\(.*/, "")
  print "      " scope $NF "*;"
}
