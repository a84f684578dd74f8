import {
  graphql,
  mutation,
  projectList,
  query,
  type FragmentOf,
  type ResultOf,
} from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

export const SourceRow = graphql(
  `
    fragment SourceRow on Source {
      id
      name
      kind
      keyHint
      isKeyGiven
      isEnabled
      severity
      receivedCount
      lastReceivedAt
      refusedCount
      lastRefusedAt
      lastRefusal {
        ...FindingWords
      }
      labels {
        name
        value
      }
      mapping {
        name
        path
      }
      policy @include(if: $readsOnCall) {
        id
        name
      }
    }
  `,
  [FindingWords],
)
export type SourceRow = FragmentOf<typeof SourceRow>

export const SourcesOfProject = projectList("sources", "...SourceRow", [SourceRow], { first: 100 })

export const OneSource = query(
  "source",
  `
    ...SourceRow
    payloads {
      id
      receivedAt
      body
      bytes
      isRefused
      findings {
        ...FindingWords
      }
      alert {
        id
        number
      }
    }
  `,
  [SourceRow, FindingWords],
)
export type SourceWhole = NonNullable<ResultOf<typeof OneSource>["source"]>

export const PoliciesToChoose = projectList("onCallPolicies", "id name", [], { first: 100 })

export const CreateSource = mutation("createSource", "key url source { id }")
export const UpdateSource = mutation("updateSource", "...SourceRow", [SourceRow])
export const RotateSourceKey = mutation("rotateSourceKey", "key url source { ...SourceRow }", [
  SourceRow,
])
export const DeleteSource = mutation("deleteSource")
export const TestSource = mutation("testSource", "id number")
