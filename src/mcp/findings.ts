import { graphql } from "../rest/graphql.ts"
import { untrusted, untrustedOrNull } from "./untrusted.ts"

export const McpFinding = graphql(`
  fragment McpFinding on Finding {
    code
    parameters
    text
  }
`)

type Finding = { code: string; parameters: unknown; text: string }

/** Moments are ours. */
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Findings as an agent reads them: targets may have written any text among their parameters. */
export const untrustedFindings = (findings: readonly Finding[]) =>
  findings.map(({ code, parameters, text }) => ({
    code,
    parameters: JSON.parse(JSON.stringify(parameters), (name, value: unknown) =>
      typeof value === "string" && name !== "code" && !moment.test(value)
        ? untrusted(value)
        : value,
    ) as unknown,
    text: untrusted(text, 600),
  }))

/** Words of findings, null without any. */
export const wordsOf = (findings: readonly Finding[], max = 300): string | null =>
  untrustedOrNull(findings.map(({ text }) => text).join(" "), max)

/** A reason in words, and as data if there is one. */
export const reasonOf = (findings: readonly Finding[], max?: number) => ({
  reason: wordsOf(findings, max),
  ...someOf("findings", findings),
})

/** Findings by the name of a member; nothing without any. */
export const someOf = (name: string, findings: readonly Finding[]) =>
  findings.length === 0 ? {} : { [name]: untrustedFindings(findings) }

type Titled = { title: string; titleFinding: Finding | null }

/** A title in words, and as data unless a person wrote it. */
export const titleOf = ({ title, titleFinding }: Titled, max = 120) => ({
  title: untrusted(title, max),
  ...(titleFinding && { title_finding: untrustedFindings([titleFinding])[0] }),
})
