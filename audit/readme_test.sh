#!/bin/sh
# The commands of these READMEs run, as they stand there.
#
#   readme_test.sh README…
set -eu
. base/expect.sh

# A clone, as far as they need it: built, with tables in out/, and with a bazelw that
# runs what is built.
mkdir "$dir/clone"
ln -s "$PWD"/* "$dir/clone"
cd "$dir/clone"
ln -s "$PWD/game/out_for_test" out
cat >bazelw <<'EOF'
#!/bin/sh
set -eu
[ "$1" = run ] || exit 0  # of building and testing this test is a part
while case $1 in //*) false ;; esac; do shift; done
target=${1#//}
shift $(($# > 1 ? 2 : 1))
case $target in
  *:*) path=$(echo "$target" | tr : /) ;;
  *) path=$target/${target##*/} ;;
esac
case $target in
  # What takes minutes is run by other tests; here, its flags are read.
  :pipeline) set -- "$@" --help; path=pipeline/pipeline ;;
  :install) path=bindings/c/install ;;
  audit:faults) set -- "$@" --help; path=audit/faults/faults ;;
  verify/check) set -- "$@" --help ;;
  # They never end, or are other builds.
  audit:fuzz | site:serve | verify/coq | *_fuzz | *_benchmark) exit ;;
esac
exec "$path" "$@"
EOF
chmod +x bazelw

sed -n 's/^    \+\([A-Z_]*="[^"]*" \)\?\.\/bazelw/\1.\/bazelw/p' "$@" >commands
[ "$(wc -l <commands)" -ge 20 ] || fail "only $(wc -l <commands) commands"
while read -r command; do
  sh -c "$command" >printed 2>&1 </dev/null || fail "$command: $(cat printed)"
done <commands
