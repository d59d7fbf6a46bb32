"""Runs a program several times with the same text on standard input, each time from another kind of descriptor.

  descriptors.py [--status=N] PROGRAM ARGUMENT… <INPUT

The kinds are: a pipe; a socket (Node's spawnSync uses one); a file that is already read in part; and a non-blocking pipe
that receives the input in pieces. Standard output is a non-blocking pipe that is full at first. Each time the program
must print the same text and exit with status N (default: 0). This script then prints the same text.
"""

import fcntl
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

PIPE_BYTES = 1 << 16


def feed(descriptor, text, pieces, pause):
    size = max(1, -(-len(text) // pieces))
    for start in range(0, len(text), size):
        time.sleep(pause)
        os.write(descriptor, text[start:start + size])
    os.close(descriptor)


def set_nonblocking(descriptor):
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_NONBLOCK)


def standard_input(kind, text):
    """Returns a descriptor to read from, and a function to call while the program runs."""
    if kind == "half-read file":
        file = tempfile.TemporaryFile()
        file.write(b"taken\n" + text)
        file.flush()
        descriptor = os.dup(file.fileno())
        os.lseek(descriptor, len("taken\n"), os.SEEK_SET)
        return descriptor, lambda: None
    if kind == "socket":
        theirs, ours = (end.detach() for end in socket.socketpair())
        return theirs, lambda: feed(ours, text, 1, 0)
    theirs, ours = os.pipe()
    if kind == "non-blocking pipe":
        set_nonblocking(theirs)
        return theirs, lambda: feed(ours, text, 3, 0.1)
    return theirs, lambda: feed(ours, text, 1, 0)


def run(kind, text, command):
    """Returns what the program prints on stdout and stderr, and its exit status."""
    stdin, feed_it = standard_input(kind, text)
    out, stdout = os.pipe()
    set_nonblocking(stdout)
    os.write(stdout, bytes(PIPE_BYTES))
    process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE)
    os.close(stdin)
    os.close(stdout)
    feeder = threading.Thread(target=feed_it)
    feeder.start()
    time.sleep(0.3)
    with open(out, "rb") as file:
        printed = file.read()[PIPE_BYTES:]
    errors = process.stderr.read()
    feeder.join()
    return printed, errors, process.wait()


def main():
    arguments = sys.argv[1:]
    status = int(arguments.pop(0).split("=")[1]) if arguments[0].startswith("--status=") else 0
    text = sys.stdin.buffer.read()
    first = None
    for kind in ["pipe", "socket", "half-read file", "non-blocking pipe"]:
        result = run(kind, text, arguments)
        first = first or result
        if result[0] != first[0] or result[2] != status:
            printed, errors, ended = result
            sys.exit(f"{arguments}: {kind}: expected status {status} and {first[0][:999]}, "
                     f"got {ended} and {printed[:999]}, {errors}")
    sys.stdout.buffer.write(first[0])


if __name__ == "__main__":
    main()
