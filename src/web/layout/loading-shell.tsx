import { Mark } from "../ui/icon.tsx"

/** What index.html shows before the program runs; it stays until there is something to show in its place. */
export const LoadingShell = () => (
  <main className="first" aria-busy="true">
    <h1>
      <Mark size={32} /> Watchkeeper
    </h1>
  </main>
)
