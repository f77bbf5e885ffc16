"""The Python of a virtual environment in which other programs are installed, for benches that run them beside this one."""
import subprocess, sys


def environment(venv, packages):
    """The Python of an environment at a path; where there is none, it is made, and gets these packages of PyPI, each as `name==version`."""
    python = venv / "bin" / "python"
    if not python.exists():
        print(f"Installing {', '.join(packages)}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python
