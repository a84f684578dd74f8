import { createContext, use } from "react"

/** The open modal dialog: a popup outside it would be below it and inert. */
export const DialogContext = createContext<HTMLDialogElement | null>(null)

/** Where popups are mounted: in the dialog, or in the page's main landmark, where screen readers look for content. */
export const usePopupContainer = (): HTMLElement | undefined =>
  use(DialogContext) ?? document.querySelector("main") ?? undefined
