import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { MultiPicker, type Option } from "../ui/picker.tsx"
import { PeopleToPage } from "./page-documents.ts"

/** The people, teams and policies of the project. */
export function usePeopleToPage() {
  const { data } = useRead(PeopleToPage, { projectId: useProject().id })
  const project = data?.project
  const people: Option[] = (project?.members?.edges ?? []).map(({ node }) => ({
    value: `user:${node.userId}`,
    label: node.name,
    hint: node.email,
  }))
  const teams: Option[] = (project?.teams?.edges ?? []).map(({ node }) => ({
    value: `team:${node.id}`,
    label: node.name,
    hint: "Team",
  }))
  const policies = (project?.onCallPolicies?.edges ?? []).map(({ node }) => node)
  return { people, choices: [...teams, ...people], policies }
}

/** The input that the chosen values stand for. */
export function whomOf(values: readonly string[]) {
  const of = (kind: string) =>
    values.flatMap((value) => (value.startsWith(`${kind}:`) ? [value.slice(kind.length + 1)] : []))
  return { userIds: of("user"), teamIds: of("team") }
}

type Props = { options: readonly Option[]; at?: string }

/** Several people and teams, under the name `whom`. */
export const WhomField = ({ options, at = "#/userIds" }: Props) => (
  <MultiPicker
    label="People and teams"
    name="whom"
    at={at}
    options={options}
    placeholder="Name of a person or team"
  />
)
