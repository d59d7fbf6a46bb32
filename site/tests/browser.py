"""Chromium for tests, driven by Selenium; both are Debian's."""

import os
import pathlib
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


def start():
    """A browser without a window, with nothing kept from before.

    Its user lets pages keep what they like, but for those of forbidden.localhost.
    """
    # Where Chromium keeps what it does not keep in a profile.
    os.environ["HOME"] = tempfile.mkdtemp(dir=os.environ["TEST_TMPDIR"])
    options = webdriver.ChromeOptions()
    # Containers rarely have what its sandbox and shared memory need.  example.test
    # is this machine by a name that browsers do not know for it.
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
    """What an async function with this body returns; args has the arguments."""
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
    """Makes the window as large as a telephone's, say."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800})


def prefer(driver, scheme):
    """What the user likes pages to be: "dark", "light", or "" as it was."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def complaints(driver):
    """Errors and warnings of the console since the last call."""
    return [entry["message"] for entry in driver.get_log("browser")
            if entry["level"] in ("WARNING", "SEVERE")]


def violations(driver, *rules):
    """What axe-core finds wrong for people who cannot see, hear or point well.

    Args:
      driver: the browser
      rules: of axe-core; all that it has by default
    """
    if not driver.execute_script("return !!window.axe"):
        driver.execute_script(pathlib.Path("../npm/node_modules/axe-core/axe.min.js").read_text())
    return run(driver, """
        const {violations} = await axe.run(args.length ? {runOnly: args} : {});
        return violations.map(({id, help, nodes}) =>
            `${id}: ${help}: ${nodes.map(({html}) => html).join(' ')}`);
        """, *rules)
