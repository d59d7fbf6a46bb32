"""The setting that selects which of Debian's libraries a shared library contains."""

# Values of //third_party:static. Programs link all libraries dynamically.
NONE = "none"
INTERNAL = "internal"  # only libraries whose headers are not included by installed headers
ALL = "all"

def _setting_impl(_ctx):
    return []

setting = rule(
    implementation = _setting_impl,
    doc = "NONE, INTERNAL or ALL.",
    build_setting = config.string(),
)
