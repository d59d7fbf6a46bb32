"""Starts and controls Chromium for tests, with Selenium; both are Debian packages."""

import os
import pathlib
import tempfile

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
