"""What the figures were measured on."""

import os
import platform
import re
import subprocess


def lines():
    return [
        f"- {processor()}, {os.cpu_count()} cores, {memory()}",
        f"- {platform.system()} {platform.release().split('-')[0]}, {distribution()}, "
        f"{platform.machine()}",
        f"- {swift()}",
        f"- load average when measured: {os.getloadavg()[1]:.1f} (other work on the same cores)",
    ]


def processor():
    try:
        return re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read()).group(1).strip()
    except (OSError, AttributeError):
        return platform.processor() or "unknown processor"


def memory():
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"


def distribution():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "unknown system"


def swift():
    done = subprocess.run(["swift", "--version"], capture_output=True, text=True)
    found = re.search(r"Swift version \S+", done.stdout)
    return found.group(0) if found else "Swift"
