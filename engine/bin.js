#!/usr/bin/env node
// npm links a command only where its file exists, and dist exists first after a build.
import "./dist/node/cli.js";
