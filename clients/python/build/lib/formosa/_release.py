"""Printed from package.json by ``npm run docs``; do not edit."""

RELEASE = "0.10.0"
