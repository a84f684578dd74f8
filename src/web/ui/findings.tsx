import { Fragment } from "react"
import type { FragmentOf } from "../graphql.ts"
import type { FindingWords } from "./finding-words.ts"
import { WithMoments } from "./time.tsx"

type Props = { of: readonly FragmentOf<typeof FindingWords>[] }

/** Findings as sentences; what names and quotations contain does not change the direction of the text around them. */
export const Findings = ({ of }: Props) =>
  of.map(({ parts }, at) => (
    <Fragment key={at}>
      {at > 0 && " "}
      {parts.map(({ text, isEvidence }, place) =>
        isEvidence ? <bdi key={place}>{text}</bdi> : <WithMoments key={place} text={text} />,
      )}
    </Fragment>
  ))
