import { useNavigate } from "@tanstack/react-router"
import { use, useEffect, useState } from "react"
import { graphql } from "../graphql.ts"
import { useRead } from "../live/live-read.ts"
import { kindWord } from "../monitor/monitor-kind.ts"
import { conditionOf } from "../monitor/monitor-messages.ts"
import { ProjectContext, useProjects } from "../project/project-context.ts"
import { signOut } from "../sign-in/session.ts"
import type { Command } from "../ui/command-dialog.tsx"
import { CommandDialog } from "../ui/command-dialog.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { openDialog } from "./dialogs.ts"
import { sections } from "./sections.ts"
import { setTheme, themes, themeWord } from "./theme.ts"

const FindMonitors = graphql(`
  query FindMonitors($projectId: ID!, $search: String) {
    project(id: $projectId) {
      id
      monitors(first: 8, search: $search) {
        edges {
          node {
            id
            name
            kind
            status
            isPaused
          }
        }
      }
    }
  }
`)

/** Debounce of the search, in ms. */
const settleMs = 120

const close = () => openDialog(null)

/** Finds monitors, pages and commands by part of their names. */
export function Palette() {
  const [text, setText] = useState("")
  const monitors = useMonitorCommands(text)
  const commands = useCommands()
  const word = text.trim().toLowerCase()
  const groups = [
    { value: "Monitors", items: monitors },
    ...commands.map(({ value, items }) => ({
      value,
      items: items.filter(({ label }) => label.toLowerCase().includes(word)),
    })),
  ].filter(({ items }) => items.length > 0)
  return (
    <CommandDialog
      label="Search and commands"
      placeholder="Search monitors, pages, and commands…"
      groups={groups}
      onSearch={setText}
      onClose={close}
    />
  )
}

/** The viewer's projects by name. */
export function ProjectPalette() {
  const [text, setText] = useState("")
  const navigate = useNavigate()
  const current = use(ProjectContext)
  const projects = useProjects()
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ id, name }): Command => ({
      key: id,
      label: name,
      mark: id === current?.id ? <Icon name="check" size={16} /> : null,
      run: () => void navigate({ to: "/projects/$projectId", params: { projectId: id } }),
    }))
  const create: Command = {
    key: "new",
    label: "New project…",
    mark: <Icon name="plus" size={16} />,
    run: () => void navigate({ to: "/new-project" }),
  }
  return (
    <CommandDialog
      label="Switch project"
      placeholder="Search projects…"
      groups={[
        ...(projects.length === 0 ? [] : [{ value: "Projects", items: projects }]),
        { value: "More", items: [create] },
      ]}
      onSearch={setText}
      onClose={close}
    />
  )
}

function useMonitorCommands(text: string): Command[] {
  const project = use(ProjectContext)
  const navigate = useNavigate()
  const [search, setSearch] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  const projectId = project?.id ?? ""
  const { data } = useRead(
    FindMonitors,
    { projectId, search },
    { pause: project === null || search === "" },
  )
  if (search === "" || text.trim() === "") return []
  return (data?.project?.monitors.edges ?? []).map(({ node }) => ({
    key: node.id,
    label: node.name,
    hint: `${kindWord(node.kind)} · ${conditionOf(node).word}`,
    mark: <Glyph mood={conditionOf(node).mood} />,
    run: () =>
      void navigate({
        to: "/projects/$projectId/monitors/$monitorId",
        params: { projectId, monitorId: node.id },
      }),
  }))
}

function useCommands(): { value: string; items: Command[] }[] {
  const project = use(ProjectContext)
  const navigate = useNavigate()
  const pages =
    project === null
      ? []
      : sections.map(({ label, icon, to, key }): Command => ({
          key: label,
          label,
          mark: <Icon name={icon} size={16} />,
          keys: ["g", key],
          run: () => void navigate({ to, params: { projectId: project.id } }),
        }))
  const addMonitor: Command[] =
    project?.permissions.includes("monitors:write") === true
      ? [
          {
            key: "add-monitor",
            label: "Add monitor",
            mark: <Icon name="plus" size={16} />,
            run: () =>
              void navigate({
                to: "/projects/$projectId/monitors/new",
                params: { projectId: project.id },
              }),
          },
        ]
      : []
  return [
    {
      value: "Pages",
      items: [
        ...pages,
        {
          key: "you",
          label: "You",
          mark: <Icon name="account" size={16} />,
          run: () => void navigate({ to: "/account" }),
        },
      ],
    },
    {
      value: "Commands",
      items: [
        ...addMonitor,
        { key: "project", label: "Switch project…", run: () => openDialog("projects") },
        ...themes.map((theme) => ({
          key: theme,
          label: `Theme: ${themeWord[theme].toLowerCase()}`,
          run: () => setTheme(theme),
        })),
        {
          key: "shortcuts",
          label: "Keyboard shortcuts",
          keys: ["?"],
          run: () => openDialog("shortcuts"),
        },
        { key: "sign-out", label: "Sign out", run: () => void signOut() },
      ],
    },
  ]
}
