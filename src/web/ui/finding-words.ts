import { graphql, type FragmentOf } from "../graphql.ts"

/** The words of a finding in the reader's language, with names and quotations apart. */
export const FindingWords = graphql(`
  fragment FindingWords on Finding {
    parts {
      text
      isEvidence
    }
  }
`)

/** The same as plain text, where no element can be. */
export const textOf = (findings: readonly FragmentOf<typeof FindingWords>[]): string =>
  findings.map(({ parts }) => parts.map(({ text }) => text).join("")).join(" ")
