import react from "@vitejs/plugin-react"
import { defineConfig, type IndexHtmlTransformContext, type Plugin } from "vite"
import * as known from "./schema/field-arguments.ts"

/** The server that `vite dev` passes everything but the dashboard's own files on to. */
const server = process.env["WATCHKEEPER_URL"] ?? "http://127.0.0.1:3000"

// What is built is always what people get, whatever NODE_ENV the shell or a test run has.
if (process.argv.includes("build")) process.env["NODE_ENV"] = "production"

/** Loaded by the first script as well; the links start all of it at once. */
const startModule = "src/web/start.tsx"

/**
 * The first screen of index.html is painted before anything else has arrived: nothing blocks it. The first script
 * runs at once and asks for the session, while the program and its styles, which it imports, already load.
 */
const earlyStart: Plugin = {
  name: "early-start",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      const files = [...filesOf(bundle)]
      const links = files.map((file) =>
        file.endsWith(".css")
          ? `<link rel="preload" as="style" crossorigin href="/${file}">`
          : `<link rel="modulepreload" crossorigin href="/${file}">`,
      )
      return html
        .replace(/ *<link rel="(?:stylesheet|modulepreload)"[^>]*>\n/g, "")
        .replace('<script type="module"', '<script type="module" async')
        .replace("</head>", `${links.map((link) => `  ${link}\n`).join("")}  </head>`)
    },
  },
}

const argumentsBy: Record<string, Readonly<Record<string, string>>> = {
  query: known.queryArguments,
  mutation: known.mutationArguments,
  subscription: known.subscriptionArguments,
  projectField: known.projectArguments,
  projectList: known.projectArguments,
}
const writers = `\\b(${Object.keys(argumentsBy).join("|")})\\(\\s*`
const byName = new RegExp(`(?<=${writers})"(\\w+)"`, "g")
const texts = new RegExp(
  `(?<=graphql\\(\\s*|/\\* GraphQL \\*/ |${writers}"\\w+",\\s*)\`[^\`]*\``,
  "g",
)

/**
 * GraphQL documents without their line breaks and indentation. Those that are written by name get their arguments
 * here, so that a page loads only the arguments of its own documents.
 */
const shortDocuments: Plugin = {
  name: "short-documents",
  apply: "build",
  load: {
    filter: { id: /schema\/field-arguments\.ts$/ },
    handler: () =>
      Object.keys(known)
        .map((name) => `export const ${name} = {}`)
        .join("\n"),
  },
  transform: {
    filter: { id: /src\/web\/.*\.tsx?$/, code: /graphql/i },
    handler: (code) =>
      code
        .replaceAll(texts, (text) => text.replaceAll(/\s+/g, " "))
        .replaceAll(byName, (_, writer: string, name: string) =>
          JSON.stringify(`${name}|${argumentsBy[writer]?.[name]}`),
        ),
  },
}

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>

/** Scripts and styles of the start module and of all that it imports. */
function filesOf(bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== "chunk" || files.has(name)) return
    files.add(name)
    for (const imported of chunk.imports) add(imported)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  }
  for (const chunk of Object.values(bundle)) {
    const isStart = chunk.type === "chunk" && chunk.moduleIds.some((id) => id.endsWith(startModule))
    if (isStart) add(chunk.fileName)
  }
  return files
}

export default defineConfig({
  root: "src/web",
  plugins: [shortDocuments, react(), earlyStart],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    license: true,
    // The page's policy allows neither data: URLs nor inline code: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first script names every file, and hashes do not compress; seven characters tell versions of one apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          // What every page needs travels in a few files instead of as one request for each small module; what only
          // people who are signed in need is apart.
          groups: [
            {
              // The first script must not wait for the program, which it starts.
              name: "first",
              test: /vite\/preload-helper|src\/web\/sign-in\/first-session/,
              priority: 5,
            },
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//,
              priority: 4,
            },
            {
              name: "start",
              test: /src\/web\/(start|routes|app|layout\/(theme|density|browser-choice|search|loading)|ui\/(range\.ts|empty|icon|button|zone|hour-clock|field|form-entry|store|page-title)|sign-in\/session|live\/announce|[\w-]+\/[\w-]+-(routes?|search)\.)/,
              priority: 3,
            },
            {
              name: "frame",
              test: /node_modules\/(@?urql|wonka|@0no-co|gql\.tada)\/|src\/web\/(live\/(?!socket|announce)|graphql\.ts|project\/(project-(?!routes)|count|follow|last)|layout\/(shell|rail|offline|tab|focus|keyboard|restore|sections|dialogs)|ui\/(toast|time|use-clock|glyph|kbd))/,
              priority: 2,
            },
            {
              // What lists share: a phone has six connections, and each small file takes a round trip of one.
              name: "lists",
              test: /src\/web\/(ui\/(filter-bar|menu\.|use-media|use-selection|virtual-rows|page-head)|monitor\/(confirming|corrected|labels|monitor-messages|monitor-row-documents|monitor-summary)|maintenance\/(follow-maintenances|maintenance-badge))/,
              priority: 1,
            },
            {
              // Together, because each file more is also named in the first script.
              name: "forms",
              test: /src\/web\/(project\/(form-page|no-access|no-item|page-rows)|ui\/form-dialog|settings\/(part|word-dialog|color-field)|label\/(label-documents|use-labels)|template\/template-documents|webhook\/endpoint-(context|state))/,
              priority: 1,
            },
            {
              // What can be done with objects: their pages and the palette read it.
              name: "acts",
              test: /src\/web\/(ui\/(acts|run-once)\.|alert\/is-snoozed|[\w-]+\/[\w-]+-acts\.ts$)/,
              priority: 1,
            },
            {
              name: "shared",
              test: /src\/web\/(ui\/(?!menu|form-dialog|picker|filter-bar|sortable|markdown|range|virtual|visible|steps)|sign-in\/session|live\/announce|layout)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true },
      "/graphql": { target: server, changeOrigin: true, ws: true },
    },
  },
})
