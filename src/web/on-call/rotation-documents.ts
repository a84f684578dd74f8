import { FindingWords } from "../ui/finding-words.ts"
import {
  graphql,
  mutation,
  projectList,
  query,
  type FragmentOf,
  type ResultOf,
} from "../graphql.ts"

export const ShiftRow = graphql(`
  fragment ShiftRow on OnCallShift {
    startsAt
    endsAt
    source
    sourceId
    user {
      id
      name
    }
  }
`)

const RotationSettings = graphql(`
  fragment RotationSettings on Rotation {
    id
    name
    description
    timeZone
    layers {
      id
      name
      startsAt
      endsAt
      handOver {
        unit
        every
        time
        weekday
      }
      participants {
        id
        name
        isMember
      }
      restrictions {
        startWeekday
        startTime
        endWeekday
        endTime
      }
    }
  }
`)
export type RotationView = FragmentOf<typeof RotationSettings>
export type LayerView = RotationView["layers"][number]

export const Rotations = projectList(
  "rotations",
  "id name timeZone onCallNow { endsAt user { id name } } layers { id participants { id name } }",
  [],
  { first: 100 },
)
type RotationsRead = NonNullable<ResultOf<typeof Rotations>["project"]>
export type RotationLine = RotationsRead["rotations"]["edges"][number]["node"]

export const Rotation = graphql(
  `
    query Rotation($id: ID!, $from: DateTime!, $until: DateTime!) {
      rotation(id: $id) {
        ...RotationSettings
        shifts(from: $from, until: $until) {
          ...ShiftRow
        }
        gaps(from: $from, until: $until) {
          startsAt
          endsAt
          findings {
            text
          }
        }
        calendar {
          id
          hint
          fetchedAt
          lastFindings {
            ...FindingWords
          }
          warnings {
            finding {
              ...FindingWords
            }
          }
        }
      }
    }
  `,
  [RotationSettings, FindingWords, ShiftRow],
)

export const RotationPreview = query(
  "rotationPreview",
  `
    shifts {
      ...ShiftRow
    }
    gaps {
      startsAt
      endsAt
      findings {
        text
      }
    }
    idleLayers {
      ...FindingWords
    }
  `,
  [FindingWords, ShiftRow],
)

export const People = projectList("members", "userId name email", [], { first: 100 })

export const CreateRotation = mutation("createRotation", "id")
export const UpdateRotation = mutation("updateRotation", "id")
export const DeleteRotation = mutation("deleteRotation")
export const SetCalendar = mutation("setRotationCalendar", "id")
export const RemoveCalendar = mutation("removeRotationCalendar")
