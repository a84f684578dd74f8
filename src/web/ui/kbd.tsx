import type { ReactNode } from "react"
import "./kbd.css"

/** One key of the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="kbd">{children}</kbd>
