"""Starts and controls browsers for tests: Chromium with Selenium, and Firefox.  All are Debian packages."""

import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


def start():
    """Returns a headless browser with an empty profile.

    Pages of forbidden.localhost must not store anything; all other pages may.
    """
    # Chromium also writes files outside of its profile.
    os.environ["HOME"] = tempfile.mkdtemp(dir=os.environ["TEST_TMPDIR"])
    options = webdriver.ChromeOptions()
    # Containers often do not support the sandbox and shared memory.  example.test is a name of this machine that browsers
    # do not treat as local.
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                     "--host-resolver-rules=MAP example.test 127.0.0.1",
                     "--window-size=1280,1000"]:
        options.add_argument(argument)
    options.add_experimental_option("prefs", {
        "profile.content_settings.exceptions.cookies": {"forbidden.localhost,*": {"setting": 2}}})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(200)
    return driver


class Firefox:
    """Firefox with an empty profile.  Debian has no driver for it, so this class speaks Firefox's own protocol, Marionette.

    A message is a JSON list with its length in front: "LENGTH:[0, NUMBER, COMMAND, PARAMETERS]"; the answer to it is
    "LENGTH:[1, NUMBER, ERROR, RESULT]".
    """

    def __init__(self):
        profile = pathlib.Path(tempfile.mkdtemp(dir=os.environ["TEST_TMPDIR"]))
        # Port 0 means any free port.  Firefox writes the number to a file.
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
        self._process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            env={**os.environ, "HOME": str(profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = profile / "MarionetteActivePort"
        deadline = time.monotonic() + 60
        while not port.is_file() or not port.read_text():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Firefox does not start")
            time.sleep(0.05)
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())))
        self._stream = self._socket.makefile("rb")
        self._receive()  # a greeting
        self._number = 0
        self._send("WebDriver:NewSession", {})

    def _receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self._stream.read(1)
        return json.loads(self._stream.read(int(length[:-1])))

    def _send(self, command, parameters):
        self._number += 1
        data = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._receive()
        if error is not None:
            raise AssertionError(f"{command}: {error['message']}")
        return result

    def get(self, address):
        self._send("WebDriver:Navigate", {"url": address})

    def execute_script(self, script, *arguments):
        """Runs the body of a function in the page.  Returns its result, or what a promise resolves to."""
        return self._send("WebDriver:ExecuteScript", {"script": script, "args": arguments})["value"]

    def quit(self):
        self._process.terminate()
        self._process.wait()


def run(driver, script, *arguments):
    """Runs the body of an async function in the page and returns its result.

    The body finds the arguments in `args`.
    """
    result = driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        const args = [...arguments].slice(0, -1);
        (async () => {%s})().then(
            (value) => done({value}), (error) => done({error: String(error.stack)}));
        """ % script, *arguments)
    if "error" in result:
        raise AssertionError(result["error"])
    return result.get("value")


def resize(driver, width, height):
    """Sets the size of the window in pixels.  Windows narrower than 800 pixels are mobile."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800})


def prefer_scheme(driver, scheme):
    """Sets the preferred colour scheme: "dark", "light", or "" for the default."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def console_errors(driver):
    """Returns errors and warnings of the console since the last call."""
    return [entry["message"] for entry in driver.get_log("browser")
            if entry["level"] in ("WARNING", "SEVERE")]


def violations(driver, *rules):
    """Returns the accessibility violations that axe-core finds.

    Args:
      driver: the browser
      rules: ids of axe-core's rules; default: all that axe-core enables
    """
    if not driver.execute_script("return !!window.axe"):
        driver.execute_script(pathlib.Path("../npm/node_modules/axe-core/axe.min.js").read_text())
    return run(driver, """
        const {violations} = await axe.run(args.length ? {runOnly: args} : {});
        return violations.map(({id, help, nodes}) =>
            `${id}: ${help}: ${nodes.map(({html}) => html).join(' ')}`);
        """, *rules)
