import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { createChord } from "../ui/chord.ts"
import type { Project } from "../project/project-context.ts"
import { undoLatest } from "../ui/toast.tsx"
import { openDialog } from "./dialogs.ts"
import { sectionsFor } from "../layout/sections.ts"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Shortcuts of every page: Ctrl+K, Ctrl+Z, "?", "/", and "g" followed by the key of a section. */
export function useKeyboard(project: Project | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    const belongsToChord = createChord()
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        openDialog("palette")
        return
      }
      const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey)
      if (isUndo && !isTyping(event.target) && undoLatest()) {
        event.preventDefault()
        return
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPlain || event.defaultPrevented || isTyping(event.target)) return
      // An open dialog has its own shortcuts.
      if (document.querySelector("dialog[open]") !== null) return
      if (belongsToChord(event.key)) {
        if (project === null) return
        const section = sectionsFor(project).find(({ key }) => key === event.key)
        if (section === undefined) return
        event.preventDefault()
        void navigate({ to: section.to, params: { projectId: project.id } })
      } else if (event.key === "?") {
        event.preventDefault()
        openDialog("help")
      } else if (event.key === "/") {
        const search = document.querySelector<HTMLElement>("#main input[type=search]")
        event.preventDefault()
        if (search === null) openDialog("palette")
        else search.focus()
      }
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [navigate, project])
}
