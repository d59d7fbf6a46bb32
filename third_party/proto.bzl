"""C++ protocol buffers: each rule runs protoc and the compiler once."""

load(":cc.bzl", "cc_library")

def cc_proto(name, srcs, deps = [], visibility = None):
    """A cc_library of the code that protoc generates.

    Imports and includes begin with teeko/ and the path from the workspace root, "teeko/proto/rules.proto". So the
    paths do not collide with files of other projects.

    Args:
      name: name of the library
      srcs: .proto files of this package
      deps: cc_proto targets of this package with files that srcs import
      visibility: visibility of the library
    """
    sources = srcs + [dep + ".protos" for dep in deps]
    native.filegroup(name = name + ".protos", srcs = sources, visibility = visibility)
    repository = native.repository_name().lstrip("@")
    root = "external/" + repository if repository else "."
    stems = ["teeko/%s/%s" % (native.package_name(), src[:-len(".proto")]) for src in srcs]
    native.genrule(
        name = name + ".gen",
        srcs = sources,
        outs = [stem + ext for stem in stems for ext in [".pb.h", ".pb.cc"]],
        cmd = "$(execpath @com_google_protobuf//:protoc) -Iteeko=%s --cpp_out=$(RULEDIR) " % root +
              " ".join(["$(execpath %s)" % src for src in srcs]),
        message = "Generating C++ from",
        tools = ["@com_google_protobuf//:protoc"],
    )
    cc_library(
        name = name,
        srcs = [stem + ".pb.cc" for stem in stems],
        hdrs = [stem + ".pb.h" for stem in stems],
        copts = ["-w"],
        include_prefix = "teeko",
        unit = "unit_of_%s.pb.cc" % name,
        local_names = ["file_default_instances", "schemas"],
        strip_include_prefix = "teeko",
        visibility = visibility,
        deps = deps + ["@com_google_protobuf//:protobuf"],
    )
