// Runs a program in Python in Node. Arguments: the folder of the npm package, a wheel, a folder of further modules, the tests,
// the program. Its output goes to standard output; an error ends with exit code 1.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheel, modules, tests, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
for (const [root, place] of [[modules, "/modules"], [tests, "/kiebitz/tests"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.FS.writeFile("/kiebitz.whl", readFileSync(wheel));
try {
  python.runPython(`
import os, sys, sysconfig, zipfile
zipfile.ZipFile("/kiebitz.whl").extractall(sysconfig.get_path("purelib"))
sys.path += ["/modules", "/kiebitz/tests"]
os.chdir("/kiebitz")
`);
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
