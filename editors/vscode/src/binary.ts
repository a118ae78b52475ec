// The binary: where it is, whether it can be used, and what it says.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";

/** The first version that has all that the extension asks for. */
const NEEDED = [0, 1, 0];

export function binary(): string {
  return vscode.workspace.getConfiguration("fivetwelve").get<string>("path") || "fivetwelve";
}

/** Tells people if the binary can't be used. */
export async function isUsable(): Promise<boolean> {
  const problem = await unusable(binary());
  if (problem) {
    const settings = "Open settings";
    void vscode.window.showErrorMessage(problem, settings).then((chosen) => {
      if (chosen) {
        void vscode.commands.executeCommand("workbench.action.openSettings", "fivetwelve.path");
      }
    });
  }
  return !problem;
}

/** Why a binary can't be used, or nothing if it can. */
async function unusable(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"]);
    const found = /^fivetwelve (\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number);
    if (!found) {
      return `${path} is not fivetwelve: it says "${stdout.trim()}". Set fivetwelve.path to the binary.`;
    }
    const at = NEEDED.findIndex((part, index) => found[index] !== part);
    return at < 0 || found[at] > NEEDED[at]
      ? undefined
      : `fivetwelve ${found.join(".")} is too old: this extension needs ${NEEDED.join(".")}.`;
  } catch {
    return `The binary ${path} can't be started. Install fivetwelve, or set fivetwelve.path to the binary.`;
  }
}

/** What the binary prints; an error with its words if it ends with another code than these. */
export function printed(words: string[], codes: number[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 << 20, signal };
    execFile(binary(), words, options, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === "number" && codes.includes(code)) {
        resolve(stdout);
      } else {
        reject(new Error(stderr.trim() || error?.message));
      }
    });
  });
}
