import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import type { Option } from "../ui/picker.tsx"
import { Targets, type TargetView } from "./policy-documents.ts"

type Choice = { key: string; target: TargetView; option: Option }

/** What rules can page; `key` names the kind and the id. */
export function useTargets() {
  const { id: projectId } = useProject()
  const { data, error, again } = useRead(Targets, { projectId })
  const project = data?.project
  const choices: Choice[] = project
    ? [
        ...project.rotations.edges.map(({ node: { onCallNow, ...node } }) =>
          choiceOf("ROTATION", node, "Rotation", {
            rotation: {
              id: node.id,
              onCallNow: onCallNow === null ? null : { ...onCallNow, endsAt: "" },
            },
          }),
        ),
        ...project.members.edges.map(({ node }) =>
          choiceOf("USER", { id: node.userId, name: node.name }, node.email, {
            user: { id: node.userId, isMember: true },
          }),
        ),
        ...project.teams.edges.map(({ node }) =>
          choiceOf("TEAM", node, "Team", { team: { id: node.id, people: node.people } }),
        ),
        ...project.channels.edges.map(({ node }) => choiceOf("CHANNEL", node, "Team channel")),
      ]
    : []
  return { choices, error, again, isRead: project !== undefined }
}

const keyOf = ({ kind, id }: Pick<TargetView, "kind" | "id">): string => `${kind} ${id}`

function choiceOf(
  kind: TargetView["kind"],
  { id, name }: { id: string; name: string },
  hint: string,
  more: Partial<TargetView> = {},
): Choice {
  const target = { kind, id, name, user: null, rotation: null, team: null, ...more }
  const key = keyOf(target)
  return { key, target, option: { value: key, label: name, hint } }
}

/** The input of a target. */
export function inputOf(key: string) {
  const [kind, id = ""] = key.split(" ")
  if (kind === "USER") return { userId: id }
  if (kind === "TEAM") return { teamId: id }
  if (kind === "ROTATION") return { rotationId: id }
  return { channelId: id }
}
