// Offline use: asks the browser to keep the page, and says what is missing when the page is opened as a file.
// Not a module, because browsers load none from files. sw.js decides what is kept, and for how long.

{
  /** Milliseconds that the page is left in peace: all files of the site are fetched then, which would delay its first moves. */
  const CALM = 2000;
  /** From a file nothing else can be fetched, so that these words stand here. */
  const NO_SERVER = {
    en: "Browsers run this page only from a web server. In its folder, this starts one: python3 -m http.server. Then open http://localhost:8000/.",
    de: "Browser führen diese Seite nur von einem Webserver aus. In ihrem Ordner startet ihn: python3 -m http.server. Dann http://localhost:8000/ öffnen.",
    ru: "Браузеры запускают эту страницу только с веб-сервера. В её папке его запускает команда: python3 -m http.server. Затем откройте http://localhost:8000/.",
    vi: "Trình duyệt chỉ chạy trang này từ một máy chủ web. Trong thư mục của trang, hãy chạy: python3 -m http.server. Sau đó mở http://localhost:8000/.",
  };
  const worker = new URL("../sw.js", /** @type {HTMLScriptElement} */ (document.currentScript).src);

  const keep = () => navigator.serviceWorker.register(worker).catch(() => {});

  const explain = () => {
    if ("ready" in document.documentElement.dataset) return; // a browser that was told to trust files
    const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in NO_SERVER) ?? "en";
    const notice = document.createElement("p");
    Object.assign(notice, { className: "notice", lang: language, textContent: NO_SERVER[language] });
    document.querySelector("main").prepend(notice);
  };

  if (location.protocol === "file:") addEventListener("load", () => setTimeout(explain, CALM / 2));
  else if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(keep, CALM));
}
