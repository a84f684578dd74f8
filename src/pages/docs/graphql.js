/* global YogaGraphiQL */
const workers = { json: "json-worker", graphql: "graphql-worker" }
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => `/docs/graphiql/${workers[label] ?? "editor-worker"}.js`,
}
YogaGraphiQL.renderYogaGraphiQL(document.querySelector("#explorer"), {
  endpoint: "/graphql",
  title: "Watchkeeper",
  credentials: "same-origin",
  method: "POST",
  subscriptionsProtocol: "WS",
  defaultQuery: `# The projects of your session, and what is wrong now.
query Projects {
  projects(first: 10) {
    edges {
      node {
        id
        name
        counts {
          offline
          openIncidents
          openAlerts
        }
      }
    }
  }
}
`,
})
