import type { ReactNode } from "react"
import { Mark } from "../ui/icon.tsx"

/** The frame of pages before sign-in: one card. */
export const Gate = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="gate">
    <div className="gate-card">
      <p className="gate-name">
        <Mark size={32} /> Watchkeeper
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)
