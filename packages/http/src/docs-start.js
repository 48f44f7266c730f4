// Runs in the browser on /docs: a file of its own because the page's policy allows no inline script.
window.SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, tryItOutEnabled: true })
