/// A Python program that runs a command on a terminal of its own, as a shell would, and types.
///
/// Arguments: a list of steps as JSON, then the command. Steps: `type` (base64), `signal` (number, to the process),
/// `continue` (after a stop). Each waits until the prompt stands there with the echo off, or until the
/// command ends; `more` does not wait. Prints JSON: how the
/// command ended, whether the terminal's settings were the same before and after and at each stop, the terminal's
/// text, and whether the text that was typed appeared in it.
let promptDriver = """
  import base64, fcntl, json, os, pty, select, signal, sys, termios, time
  steps, command = json.loads(sys.argv[1]), sys.argv[2:]
  signal.alarm(60)
  master, slave = pty.openpty()
  before = termios.tcgetattr(slave)
  events, report = os.pipe()
  orders, order = os.pipe()
  shell = os.fork()
  if shell == 0:
      os.close(master)
      os.setsid()
      fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
      signal.signal(signal.SIGTTOU, signal.SIG_IGN)
      child = os.fork()
      if child == 0:
          os.setpgid(0, 0)
          os.tcsetpgrp(slave, os.getpid())
          signal.signal(signal.SIGTTOU, signal.SIG_DFL)
          null = os.open('/dev/null', os.O_RDWR)
          for number in (0, 1, 2):
              os.dup2(null, number)
          os.execvp(command[0], command)
      os.write(report, json.dumps({'pid': child}).encode() + b'\\n')
      while True:
          _, status = os.waitpid(child, os.WUNTRACED)
          same = termios.tcgetattr(slave) == before
          if os.WIFSTOPPED(status):
              os.write(report, json.dumps({'stopped': os.WSTOPSIG(status), 'same': same}).encode() + b'\\n')
              os.read(orders, 1)
              os.tcsetpgrp(slave, child)
              os.kill(child, signal.SIGCONT)
              continue
          end = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
          os.write(report, json.dumps({'end': end, 'same': same}).encode() + b'\\n')
          os._exit(0)
  os.close(report)
  lines = os.fdopen(events)
  pid = json.loads(lines.readline())['pid']
  text, seen, stops = b'', 0, []
  def drain(seconds):
      global text
      while select.select([master], [], [], seconds)[0]:
          text += os.read(master, 65536)
          seconds = 0
  def prompt():
      global seen
      while text.count(b'prompt> ') <= seen or termios.tcgetattr(slave)[3] & termios.ECHO:
          drain(0.01)
          if select.select([events], [], [], 0)[0]:
              return False
      seen += 1
      return True
  typed = b''
  for kind, value in steps:
      if kind == 'continue':
          stops.append(json.loads(lines.readline()))
          os.write(order, b'x')
          continue
      if kind == 'more':
          pass
      elif not prompt():
          break
      if kind == 'signal':
          os.kill(pid, value)
      else:
          data = base64.b64decode(value)
          typed += data
          while data:
              data = data[os.write(master, data[:1000]):]
              drain(0.01)
  result = json.loads(lines.readline())
  drain(0.1)
  result.update(stops=stops, text=text.decode('utf-8', 'replace'), echoed=len(typed) > 3 and typed[:4] in text)
  print(json.dumps(result))
  """
