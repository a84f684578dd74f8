import { Badge } from "../ui/badge.tsx"
import { Icon } from "../ui/icon.tsx"
import { Avatar } from "./person.tsx"
import type { TargetView } from "./policy-documents.ts"
import "./target.css"

const words = { USER: "Person", TEAM: "Team", ROTATION: "Rotation", CHANNEL: "Channel" } as const
const targetWord = (kind: TargetView["kind"]): string => words[kind]

/** What a rule pages, with the people that it means now. */
export const Target = ({ target }: { target: TargetView }) => (
  <li className="target">
    <TargetMark target={target} />
    <span className="target-name">{target.name}</span>
    <Meaning target={target} />
  </li>
)

export const TargetMark = ({
  target: { kind, name },
}: {
  target: Pick<TargetView, "kind" | "name">
}) =>
  kind === "USER" ? (
    <Avatar name={name} isSmall />
  ) : (
    <span className="target-mark" title={targetWord(kind)}>
      <Icon name={icons[kind]} size={12} />
    </span>
  )

const icons = { ROTATION: "calendar", TEAM: "account", CHANNEL: "alerts" } as const

function Meaning({ target: { kind, user, rotation, team } }: { target: TargetView }) {
  if (kind === "USER") return user?.isMember === false ? <Badge tone="bad">Left</Badge> : null
  if (kind === "TEAM") {
    const names = team?.people.map(({ name }) => name) ?? []
    if (names.length === 0) return <Badge tone="bad">Empty team</Badge>
    return <span className="muted small clip">{names.join(", ")}</span>
  }
  if (kind === "CHANNEL") return <span className="muted small">Channel</span>
  const now = rotation?.onCallNow
  if (!now) return <Badge tone="bad">Nobody now</Badge>
  return <span className="muted small clip">{now.user.name} now</span>
}
