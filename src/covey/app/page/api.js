// What the page asks of covey. Every click is a request; what is new comes back as events.
const asked = async (path, options) => {
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw { message: "covey does not answer.", hint: "Is it still running in the terminal?" };
  }
  const text = await answer.text();
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    found = { message: text.trim() || `covey answers ${answer.status}.` };
  }
  if (!answer.ok) throw found;
  return found;
};

export const get = (name, query = {}) => asked(`api/${name}?${new URLSearchParams(query)}`);
export const file = (path) => asked(path);
export const post = (name, body = {}) =>
  asked(`api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

// fetch cannot say how much of a file is sent; an older request can.
export const upload = (chosen, sent) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const refused = () => {
      try {
        reject(JSON.parse(request.responseText));
      } catch {
        reject({ message: "The file was not taken.", hint: "Choose it by its path instead." });
      }
    };
    request.open("PUT", `api/upload?${new URLSearchParams({ name: chosen.name })}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = (event) => sent(event.loaded / event.total);
    request.onload = () =>
      request.status === 200 ? resolve(JSON.parse(request.responseText)) : refused();
    request.onerror = refused;
    request.send(chosen);
  });

export const listen = (heard) => {
  const source = new EventSource("api/events");
  for (const name of ["state", "progress", "closed"]) {
    source.addEventListener(name, (event) => heard(name, JSON.parse(event.data)));
  }
  source.onerror = () => heard("lost", null);
  source.onopen = () => heard("back", null);
  return source;
};
