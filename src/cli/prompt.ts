import { createInterface, type Interface } from "node:readline/promises"
import { Writable } from "node:stream"

export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return (await answerTo(lines, question)).trim()
}

/** Reads input without echo. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await answerTo(lines, "")
  } finally {
    process.stderr.write("\n")
  }
}

/** Null if the input ends, as with Ctrl-D. */
async function answerTo(lines: Interface, question: string): Promise<string> {
  // In raw mode Ctrl-C arrives as a key.
  lines.on("SIGINT", () => process.exit(130))
  try {
    return await lines.question(question)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error
    if (question !== "") process.stderr.write("\n")
    return ""
  } finally {
    lines.close()
  }
}
