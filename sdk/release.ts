// Printed from package.json by `npm run docs`; do not edit.

export const release = '0.10.0'
