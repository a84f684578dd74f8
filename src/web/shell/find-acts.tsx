import { use } from "react"
import { alertActs } from "../alert/alert-acts.ts"
import { incidentActs } from "../incident/incident-acts.ts"
import { useRead } from "../live/live-read.ts"
import { monitorActs } from "../monitor/monitor-acts.ts"
import { ProjectContext } from "../project/project-context.ts"
import { statusPageActs } from "../status-page/status-page-acts.ts"
import { useObjectInView, type Act } from "../ui/acts.ts"
import type { Command, CommandGroup } from "../ui/command-dialog.tsx"
import { Icon } from "../ui/icon.tsx"
import { titleOf } from "../ui/title-of.ts"
import { useSettled } from "../ui/use-settled.ts"
import { openDialog, type ActToRun } from "./dialogs.ts"
import { FindToAct, ProjectNames } from "./find-documents.ts"
import { rankOf, settleMs } from "./find-commands.tsx"

/** Shorter words begin too many acts. */
const shortest = 3
const mostObjects = 5

type Known = Pick<Act<never>, "label" | "words">

const all: readonly Known[] = [...monitorActs, ...alertActs, ...incidentActs, ...statusPageActs]

const isBegunBy =
  (head: string) =>
  ({ label, words = [] }: Known): boolean =>
    [label, ...words].some((one) => one.toLowerCase().startsWith(head))

/** "pause shop 1" → the acts that begin with "pause", and the name "shop 1"; null if no act begins the text. */
function readAct(text: string): { head: string; name: string } | null {
  const words = text.trim().toLowerCase().split(/\s+/)
  for (let count = words.length; count > 0; count -= 1) {
    const head = words.slice(0, count).join(" ")
    if (head.length >= shortest && all.some(isBegunBy(head))) {
      return { head, name: words.slice(count).join(" ") }
    }
  }
  return null
}

/** What can be done with the object of the open page. */
export function useActsOfPage(text: string): CommandGroup[] {
  const inView = useObjectInView()
  if (inView === null) return []
  const word = text.trim().toLowerCase()
  const items = inView.acts
    .filter(({ label, words = [] }) => [label, ...words].join(" ").toLowerCase().includes(word))
    .map(({ key, label, icon, shortcut, run }): Command => ({
      key: `${inView.id} ${key}`,
      label,
      mark: <Icon name={icon} size={16} />,
      ...(shortcut === undefined ? {} : { keys: [shortcut] }),
      run,
    }))
  return [{ value: inView.name, items }]
}

/** What the text says to do, with each object that it names. */
export function useFoundActs(text: string): { group: CommandGroup; isNamed: boolean } {
  const project = use(ProjectContext)
  const inView = useObjectInView()
  const settled = readAct(useSettled(text, settleMs))
  const asked = readAct(text)
  const isAsked = asked !== null && project !== null
  const { head, name } = asked ?? { head: "", name: "" }
  const projectId = project?.id ?? ""
  const search = settled?.name || null
  const found = useRead(
    FindToAct,
    { projectId, search, isOpen: search === null ? true : null },
    { pause: !isAsked || settled === null },
  ).data?.project
  const names = useRead(ProjectNames, { projectId }, { pause: !isAsked }).data?.project

  function commandsOf<Subject, Found extends Subject & { id: string }>(
    noun: ActToRun["noun"],
    acts: readonly Act<Subject>[],
    edges: readonly { node: Found }[] | undefined,
    nameOf: (found: Found) => string,
  ): Command[] {
    const wanted = acts.filter(
      (act) =>
        isBegunBy(head)(act) &&
        act.isDanger !== true &&
        act.isOfPage !== true &&
        (act.needs === undefined || project?.permissions.includes(act.needs)),
    )
    // What was found may belong to the text of a moment ago.
    return (edges ?? [])
      .map(({ node }) => node)
      .filter((node) => nameOf(node).toLowerCase().includes(name))
      .toSorted((one, other) => rankOf(nameOf(one), name) - rankOf(nameOf(other), name))
      .slice(0, mostObjects)
      .flatMap((subject) =>
        wanted
          .filter(({ fits }) => fits(subject))
          .map(({ key, label, icon }): Command => {
            const { id } = subject
            const ofPage = inView?.id === id ? inView.acts.find((one) => one.key === key) : null
            return {
              key: `${id} ${key}`,
              label: `${label.replace("…", "")}: ${nameOf(subject)}`,
              mark: <Icon name={icon} size={16} />,
              run: ofPage ? ofPage.run : () => openDialog({ noun, id, act: key }),
            }
          }),
      )
  }
  const items = isAsked
    ? [
        ...commandsOf("monitor", monitorActs, found?.monitors?.edges, (one) => one.name),
        ...commandsOf("incident", incidentActs, found?.incidents?.edges, titleOf),
        ...commandsOf(
          "alert",
          alertActs,
          found?.alerts?.edges,
          (one) => `#${one.number} ${titleOf(one)}`,
        ),
        ...commandsOf("statusPage", statusPageActs, names?.statusPages?.edges, (one) => one.name),
      ]
    : []
  return { group: { value: "Actions", items }, isNamed: name !== "" }
}
