import { Mark } from "./icon.tsx"

/** The content of index.html before the program runs; it stays until the first page is rendered. */
export const LoadingShell = () => (
  <main className="first" aria-busy="true">
    <h1>
      <Mark size={32} /> Watchkeeper
    </h1>
  </main>
)
