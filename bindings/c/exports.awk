# Usage: awk -f exports.awk HEADER...
# Writes the version script of a shared library. It exports the classes and functions that the headers declare in
# namespaces. The headers must be formatted by clang-format.

BEGIN { print "{\n  global:\n    extern \"C++\" {" }
END { print "    };\n  local: *;\n};" }

/^namespace .* {/ { scope = $2 "::" }
/^(class|struct) [A-Za-z]+ {/ { print "      " scope $2 "::*;" }
/^(absl|std|[A-Z]|int|bool|uint64_t|void)[A-Za-z0-9_:<>, *&]* [A-Za-z]+\(/ {
  sub(/\(.*/, "")
  print "      " scope $NF "*;"
}
