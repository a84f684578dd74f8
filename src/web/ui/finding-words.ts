import { graphql } from "../graphql.ts"

/** The words of a finding in the reader's language, with names and quotations apart. */
export const FindingWords = graphql(`
  fragment FindingWords on Finding {
    parts {
      text
      isEvidence
    }
  }
`)
