"""Writes the wheel and the source archive of the Python client: `python.py FOLDER OUT`.

Setuptools needs the package wheel, or the internet, to write a wheel; the format itself is a zip with three files of
metadata. The same files make the same bytes.
"""

import base64
import gzip
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("needs Python 3.11 or newer, which reads pyproject.toml")
import tomllib

folder, out = Path(sys.argv[1]), Path(sys.argv[2])
project = tomllib.loads((folder / "pyproject.toml").read_text("utf8"))["project"]
unknown = set(project) - {
    *("name", "description", "readme", "requires-python", "license", "dynamic", "dependencies", "optional-dependencies")
}
if unknown:
    sys.exit(f"write these of pyproject.toml into the metadata: {', '.join(sorted(unknown))}")
version = re.search(r'RELEASE = "(.+)"', (folder / "formosa/_release.py").read_text("utf8")).group(1)
name = project["name"].replace("-", "_")
title = f"{name}-{version}"


def metadata() -> bytes:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {one}" for one in project["dependencies"]),
    ]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {one}; extra == "{extra}"' for one in needed]
    lines.append("Description-Content-Type: text/markdown")
    return ("\n".join(lines) + "\n\n" + (folder / project["readme"]).read_text("utf8")).encode()


def write_wheel(code: dict[str, bytes], license: bytes) -> Path:
    info = f"{title}.dist-info"
    tags = "Wheel-Version: 1.0\nGenerator: formosa\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        **code,
        f"{info}/LICENSE": license,
        f"{info}/METADATA": metadata(),
        f"{info}/WHEEL": tags.encode(),
    }
    record = ""
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = out / f"{title}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return wheel


def write_source(code: dict[str, bytes], license: bytes) -> Path:
    files = {**code, "LICENSE": license, "PKG-INFO": metadata()}
    for path in ("README.md", "pyproject.toml"):
        files[path] = (folder / path).read_bytes()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files):
            entry = tarfile.TarInfo(f"{title}/{path}")
            entry.size = len(files[path])
            archive.addfile(entry, io.BytesIO(files[path]))
    source = out / f"{title}.tar.gz"
    source.write_bytes(gzip.compress(buffer.getvalue(), mtime=0))
    return source


code = {
    f"formosa/{path.name}": path.read_bytes()
    for path in sorted((folder / "formosa").iterdir())
    if path.suffix == ".py" or path.name == "py.typed"
}
license = (folder / "../../LICENSE").read_bytes()
for written in (write_wheel(code, license), write_source(code, license)):
    print(written)
