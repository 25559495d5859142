import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './start-program.ts'

/**
 * Starts nginx on `port`, as a load balancer in front of the instances of a shop that listen on `upstreams`. It ends
 * with this process. Throws with the output of nginx if nginx does not start.
 */
export async function startNginx(port: number, upstreams: number[]): Promise<{ stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'crema-nginx-'))
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'nginx.conf'), configOf(folder, { port, upstreams }))
  // Standard input is a pipe of this process. When this process ends, even by SIGKILL, `cat` ends and nginx is stopped.
  const script = 'nginx -e stderr -c "$1" </dev/null & cat >/dev/null; kill $!; wait $!'
  const { end } = await startProgram(
    ['/bin/sh', '-c', script, 'nginx', join(folder, 'nginx.conf')],
    { stdio: ['pipe', 'ignore', 'pipe'] },
    () => fetch(`http://127.0.0.1:${port}/nginx`).catch(() => null),
  )
  const stop = async () => {
    await end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { stop }
}

/**
 * Returns the configuration, with the same directives for the instances as `deploy/nginx/crema.conf`. A POST that may
 * have changed something is not sent to a second instance. `X-Forwarded-For` is passed on as the client has sent it,
 * because tests use it to have addresses of their own.
 */
function configOf(folder: string, { port, upstreams }: { port: number; upstreams: number[] }): string {
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name.replace('client_', ''))};`,
  )
  return `
    daemon off;
    pid ${join(folder, 'nginx.pid')};
    worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off;
      ${paths.join('\n      ')}
      upstream shop {
        zone shop 64k;
        least_conn;
        ${servers.join(' ')}
        keepalive 64;
        keepalive_timeout 55s;
      }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 20m;
        location = /nginx { return 204; }
        location / {
          proxy_pass http://shop;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_buffering off;
          proxy_read_timeout 1h;
          proxy_connect_timeout 2s;
          proxy_next_upstream error timeout;
          proxy_next_upstream_tries 3;
          proxy_next_upstream_timeout 5s;
        }
      }
    }`
}
