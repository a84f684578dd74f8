import { execFile } from "node:child_process"
import { SaxesParser } from "saxes"
import { beforeAll } from "vitest"
import { ensureProgram } from "./apt.ts"

const held = { xmllint: "" }
// Installing it takes longer than a test may.
beforeAll(async () => {
  held.xmllint = await ensureProgram("xmllint", "libxml2-utils")
})

export type Element = {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Its own text, without that of its children. */
  text: string
}

/**
 * Parses a document with two independent parsers: both must find it well-formed.
 *
 * @throws the error of either parser.
 */
export async function readXml(text: string): Promise<Element> {
  await new Promise<void>((resolve, reject) => {
    const child = execFile(held.xmllint, ["--noout", "--nonet", "-"], (error, _out, said) =>
      error === null ? resolve() : reject(new Error(said)),
    )
    child.stdin?.end(text)
  })
  const root: Element = { name: "", attributes: {}, children: [], text: "" }
  const open = [root]
  const parser = new SaxesParser()
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes }, children: [], text: "" }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on("text", (piece) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += piece
  })
  parser.on("closetag", () => void open.pop())
  parser.write(text).close()
  const [element] = root.children
  if (element === undefined) throw new Error("the document is empty")
  return element
}

/** All elements with this name, at any depth. */
export const all = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
]

/** The text of the first child with this name. */
export const textOf = ({ children }: Element, name: string): string | undefined =>
  children.find((child) => child.name === name)?.text
