"""Which of Debian's libraries a shared library has copies of."""

# Values of //third_party:static.  Programs share all libraries.
NONE = "none"
INTERNAL = "internal"  # of those that no installed header includes
ALL = "all"

def _setting_impl(_ctx):
    return []

setting = rule(
    implementation = _setting_impl,
    doc = "NONE, INTERNAL or ALL.",
    build_setting = config.string(),
)
