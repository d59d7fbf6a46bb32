#!/usr/bin/python3
"""Takes the picture of the page for the README, as JPEG.

    ./bazelw run //site/tests:screenshot -- [--out=docs/images/page.jpg]

The picture shows Problem No. 6 of Steele's letter with the value of every move.
Exit status: 0 on success, 1 on error.
"""

import argparse
import base64
import os
import pathlib
import sys
import tempfile

from selenium.webdriver.support.ui import WebDriverWait

_USER_FOLDER = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
_WORKSPACE = pathlib.Path(sys.argv[0] + ".runfiles") / "teeko"
if _WORKSPACE.is_dir():
    os.chdir(_WORKSPACE)
sys.path[:0] = ["site", "site/tests"]
import browser  # noqa: E402
import build_site  # noqa: E402
import serve  # noqa: E402

_POSITION = "#rules=standard&style=SSSS&black=14.18.19.24&red=13.15.17.23&turn=red"
_MAX_BYTES = 80_000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="docs/images/page.jpg", help="file to write")
    out = _USER_FOLDER / parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TEST_TMPDIR"] = folder
        site = pathlib.Path(folder) / "site"
        build_site.write(site)
        server = serve.start(site)
        driver = browser.start()
        try:
            browser.resize(driver, 1000, 760)
            driver.get(f"http://127.0.0.1:{server.server_port}/index.html{_POSITION}")
            WebDriverWait(driver, 120).until(
                lambda d: d.execute_script("return document.querySelectorAll('#moves button').length") > 10)
            picture = base64.b64decode(driver.execute_cdp_cmd(
                "Page.captureScreenshot", {"format": "jpeg", "quality": 50})["data"])
        finally:
            driver.quit()
            server.shutdown()
    if len(picture) > _MAX_BYTES:
        sys.exit(f"{out}: the picture has {len(picture)} bytes: expected at most {_MAX_BYTES}")
    out.write_bytes(picture)
    print(f"{out}: {len(picture)} bytes")


if __name__ == "__main__":
    main()
