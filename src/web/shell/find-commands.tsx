import { useNavigate } from "@tanstack/react-router"
import { use } from "react"
import { capital } from "../ui/capital.ts"
import { moodOfState } from "../incident/incident-line.tsx"
import { useRead } from "../live/live-read.ts"
import { kindWord } from "../monitor/monitor-kind.ts"
import { conditionOf } from "../monitor/monitor-messages.ts"
import { ProjectContext } from "../project/project-context.ts"
import type { Command, CommandGroup } from "../ui/command-dialog.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { percentInWords } from "../ui/percent.ts"
import { useSettled } from "../ui/use-settled.ts"
import { FindInProject, ProjectNames } from "./find-documents.ts"
import { titleOf } from "../ui/title-of.ts"
import { pagesOf } from "../project/pages.ts"

/** Debounce of the search, in ms. */
export const settleMs = 120
const mostOfAGroup = 5

/** Targets and labels are searched too; what is named so comes first. */
export function rankOf(name: string, search: string): number {
  if (name.toLowerCase() === search.toLowerCase()) return 0
  const at = name.toLowerCase().indexOf(search.toLowerCase())
  return at === 0 ? 1 : at > 0 ? 2 : 3
}

/** The project's objects whose names contain `text`; none without a text. */
export function useFoundObjects(text: string): CommandGroup[] {
  const search = useSettled(text.trim(), settleMs)
  const searched = useSearched(search)
  const named = useNamed(search)
  return search === "" || text.trim() === "" ? [] : [...searched, ...named]
}

function useSearched(search: string): CommandGroup[] {
  const project = use(ProjectContext)
  const navigate = useNavigate()
  const projectId = project?.id ?? ""
  const { data } = useRead(
    FindInProject,
    { projectId, search },
    { pause: project === null || search === "" },
  )
  const best = (data?.project?.monitors?.edges ?? [])
    .toSorted((one, other) => rankOf(one.node.name, search) - rankOf(other.node.name, search))
    .slice(0, mostOfAGroup + 1)
  const monitors = best.map(({ node }): Command => {
    const { word, mood } = conditionOf(node)
    const params = { projectId, monitorId: node.id }
    return {
      key: node.id,
      label: node.name,
      hint: `${kindWord(node.kind)} · ${word}${node.isInMaintenance ? ", in maintenance" : ""}`,
      mark: <Glyph mood={mood} />,
      run: () => void navigate({ to: "/projects/$projectId/monitors/$monitorId", params }),
    }
  })
  const incidents = (data?.project?.incidents?.edges ?? []).map(({ node }): Command => {
    const params = { projectId, incidentId: node.id }
    return {
      key: node.id,
      label: titleOf(node),
      hint: `#${node.number} · ${capital(node.state.label)}`,
      mark: <Glyph mood={moodOfState(node.state.meaning)} />,
      run: () => void navigate({ to: "/projects/$projectId/incidents/$incidentId", params }),
    }
  })
  const slos = (data?.project?.slos?.edges ?? []).map(({ node }): Command => {
    const params = { projectId, sloId: node.id }
    return {
      key: node.id,
      label: node.name,
      hint: `${percentInWords(node.targetPercent)} in ${node.windowDays} days`,
      mark: <Icon name="slos" size={16} />,
      run: () => void navigate({ to: "/projects/$projectId/slos/$sloId", params }),
    }
  })
  return [
    { value: "Monitors", items: monitors },
    { value: "Incidents", items: incidents },
    { value: "SLOs", items: slos },
  ]
}

function useNamed(search: string): CommandGroup[] {
  const project = use(ProjectContext)
  const navigate = useNavigate()
  const projectId = project?.id ?? ""
  const { data } = useRead(
    ProjectNames,
    { projectId },
    { pause: project === null || search === "" },
  )
  const word = search.toLowerCase()
  const matching = (items: Command[]) =>
    items
      .filter(({ label, hint = "" }) => `${label} ${hint}`.toLowerCase().includes(word))
      .slice(0, mostOfAGroup)
  const pages = (data?.project?.statusPages?.edges ?? []).map(({ node }): Command => ({
    key: node.id,
    label: node.name,
    hint: `/status/${node.slug}`,
    mark: <Icon name="status" size={16} />,
    run: () =>
      void navigate({
        to: "/projects/$projectId/status-pages/$pageId/{-$tab}",
        params: { projectId, pageId: node.id },
      }),
  }))
  const people = (data?.project?.members?.edges ?? []).map(({ node }): Command => ({
    key: node.id,
    label: node.name,
    hint: node.email,
    mark: <Icon name="account" size={16} />,
    run: () => void navigate(pagesOf(projectId).members),
  }))
  const policies = (data?.project?.onCallPolicies?.edges ?? []).map(({ node }): Command => ({
    key: node.id,
    label: node.name,
    hint: "Policy",
    mark: <Icon name="onCall" size={16} />,
    run: () => void navigate(pagesOf(projectId).policy(node.id)),
  }))
  const rotations = (data?.project?.rotations?.edges ?? []).map(({ node }): Command => ({
    key: node.id,
    label: node.name,
    hint: "Rotation",
    mark: <Icon name="calendar" size={16} />,
    run: () => void navigate(pagesOf(projectId).rotation(node.id)),
  }))
  return [
    { value: "Status pages", items: matching(pages) },
    { value: "People", items: matching(people) },
    { value: "On call", items: matching([...policies, ...rotations]) },
  ]
}
