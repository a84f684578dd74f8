import { useNavigate } from "@tanstack/react-router"
import { use, useState } from "react"
import { ProjectContext, useProjects } from "../project/project-context.ts"
import { signOut } from "../sign-in/session.ts"
import { CommandDialog, type Command } from "../ui/command-dialog.tsx"
import { Icon } from "../ui/icon.tsx"
import { openDialog } from "./dialogs.ts"
import { useActsOfPage, useFoundActs } from "./find-acts.tsx"
import { useFoundObjects } from "./find-commands.tsx"
import { addressOfGuide, guideNames, guides } from "./guide-of.ts"
import { docsPages } from "./docs-pages.ts"
import { innerPages, makers, type Destination } from "./more-commands.ts"
import { maySee, sectionsFor } from "../layout/sections.ts"
import { setTheme, themes, themeWord } from "../layout/theme.ts"
import { pagesOf } from "../project/pages.ts"

export { RunAct } from "./run-act.tsx"

const close = () => openDialog(null)

/**
 * Finds the objects of the project, its pages, and commands by part of their names, and does what can be done: with the
 * object of the open page, and with those that "pause shop" or "acknowledge checkout" names.
 */
export function Palette() {
  const [text, setText] = useState("")
  const found = useFoundObjects(text)
  const word = text.trim().toLowerCase()
  const commands = useCommands(word !== "")
  const ofPage = useActsOfPage(text)
  const { group, isNamed } = useFoundActs(text)
  const groups = [
    ...ofPage,
    ...(isNamed ? [group] : []),
    ...found,
    ...commands.map(({ value, items }) => ({
      value,
      items: items.filter(({ label, hint = "" }) =>
        `${label} ${hint}`.toLowerCase().includes(word),
      ),
    })),
    ...(isNamed ? [] : [group]),
  ].filter(({ items }) => items.length > 0)
  return (
    <CommandDialog
      label="Search and commands"
      placeholder="Search, or say what to do: pause shop…"
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
      run: () => void navigate(pagesOf(id).overview),
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

/** @param isSearched pages below the sections are found, but not listed before. */
function useCommands(isSearched: boolean): { value: string; items: Command[] }[] {
  const project = use(ProjectContext)
  const navigate = useNavigate()
  const pages =
    project === null
      ? []
      : sectionsFor(project).map(({ label, icon, to, key }): Command => ({
          key: label,
          label,
          mark: <Icon name={icon} size={16} />,
          keys: ["g", key],
          run: () => void navigate({ to, params: { projectId: project.id } }),
        }))
  const commandsOf = (destinations: readonly Destination[]) =>
    project === null
      ? []
      : destinations
          .filter((one) => maySee(project, one))
          .map(({ label, hint, icon, to }): Command => ({
            key: `${label} ${to}`,
            label,
            ...(hint === undefined ? {} : { hint }),
            mark: <Icon name={icon} size={16} />,
            run: () => void navigate({ to, params: { projectId: project.id } }),
          }))
  return [
    {
      value: "Pages",
      items: [
        ...pages,
        ...(isSearched ? commandsOf(innerPages) : []),
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
        ...commandsOf(makers),
        ...(isSearched ? docsPages : docsPages.slice(0, 1)).map(({ label, path }) => ({
          key: path,
          label,
          mark: <Icon name="external" size={16} />,
          run: () => window.open(path, "_blank", "noreferrer"),
        })),
        { key: "project", label: "Switch project…", run: () => openDialog("projects") },
        ...themes.map((theme) => ({
          key: theme,
          label: `Theme: ${themeWord[theme].toLowerCase()}`,
          run: () => setTheme(theme),
        })),
        {
          key: "help",
          label: "Help",
          hint: "Guides and keyboard shortcuts",
          keys: ["?"],
          run: () => openDialog("help"),
        },
        { key: "sign-out", label: "Sign out", run: () => void signOut() },
      ],
    },
    {
      value: "Guides",
      items: isSearched
        ? guideNames.map((name) => ({
            key: name,
            label: `Guide: ${guides[name]}`,
            mark: <Icon name="help" size={16} />,
            run: () => void window.open(addressOfGuide(name)),
          }))
        : [],
    },
  ]
}
